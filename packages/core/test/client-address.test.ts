import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalAddress, clientAddress, parseTrustedProxies } from '../src/index.ts';

const { trusted } = parseTrustedProxies('10.0.0.0/8, 2001:db8:ffff::/48');
const nobody = () => false;

describe("the visitor's address", () => {
  it.each([
    ['C131 behind two proxies', '10.0.0.3', '203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['C131 all of them in the header', '10.0.0.1', '203.0.113.7, 10.0.0.2, 10.0.0.3', '203.0.113.7'],
    ['C131 with a forged first entry', '10.0.0.3', '1.2.3.4, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['C185 with a random first entry', '10.0.0.3', 'random, 203.0.113.7', '203.0.113.7'],
    ['C133 the header of a stranger counts for nothing', '198.51.100.1', '203.0.113.7', '198.51.100.1'],
    ['C135 IPv6', '10.0.0.3', '2001:4860:4860::8888', '2001:4860:4860::8888'],
    ['C135 IPv6 with brackets and port', '10.0.0.3', '[2001:DB8::1]:443', '2001:db8::1'],
    ['C135 IPv6 with brackets', '10.0.0.3', '[2001:db8::1]', '2001:db8::1'],
    ['IPv4 with port', '10.0.0.3', '203.0.113.7:5123', '203.0.113.7'],
    ['a peer of a dual-stack socket', '::ffff:10.0.0.3', '203.0.113.7', '203.0.113.7'],
    ['an IPv6 proxy', '2001:db8:ffff::9', '203.0.113.7', '203.0.113.7'],
    ['no spaces', '10.0.0.3', '203.0.113.7,10.0.0.2', '203.0.113.7'],
    ['all trusted: the left-most', '10.0.0.3', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['junk next to a proxy: that proxy', '10.0.0.3', 'unknown, 10.0.0.2', '10.0.0.2'],
    ['junk on the right: the peer', '10.0.0.3', '203.0.113.7, ', '10.0.0.3'],
    ['an empty header', '10.0.0.3', '', '10.0.0.3'],
  ])('%s', (_, peer, forwardedFor, address) => {
    expect(clientAddress({ peer, forwardedFor }, trusted)).toBe(address);
  });

  it('is the peer where nobody is trusted, whatever the headers say (C131, C133)', () => {
    const sources = { peer: '10.0.0.3', forwardedFor: '203.0.113.7', forwarded: 'for=203.0.113.8' };
    expect(clientAddress(sources, nobody)).toBe('10.0.0.3');
  });

  it.each([
    ['one element', 'for=203.0.113.7', '203.0.113.7'],
    ['other parameters and any case', 'proto=https;For=203.0.113.7;by=10.0.0.1', '203.0.113.7'],
    ['quoted IPv6 with port', 'for="[2001:db8::1]:4711"', '2001:db8::1'],
    ['a chain', 'for=1.2.3.4, for=203.0.113.7;proto=http, for=10.0.0.2', '203.0.113.7'],
    ['a separator inside quotes', 'for=203.0.113.7;ext="a,b;for=9.9.9.9"', '203.0.113.7'],
    ['an escaped quote inside quotes', 'for=203.0.113.7;ext="a\\",for=9.9.9.9"', '203.0.113.7'],
    ['an obfuscated client: the proxy that hides it', 'for=_hidden, for=10.0.0.2', '10.0.0.2'],
    ['unknown', 'for=unknown', '10.0.0.3'],
    ['no for', 'proto=https', '10.0.0.3'],
    ['an open quote', 'for="203.0.113.7', '10.0.0.3'],
  ])('by Forwarded (RFC 7239): %s', (_, forwarded, address) => {
    expect(clientAddress({ peer: '10.0.0.3', forwarded }, trusted)).toBe(address);
  });

  it('X-Forwarded-For comes before Forwarded', () => {
    const sources = { peer: '10.0.0.3', forwardedFor: '203.0.113.7', forwarded: 'for=203.0.113.8' };
    expect(clientAddress(sources, trusted)).toBe('203.0.113.7');
    expect(clientAddress({ ...sources, forwardedFor: '' }, trusted)).toBe('203.0.113.8');
  });

  it('is empty for a socket without an address', () => {
    expect(clientAddress({ peer: undefined, forwardedFor: '203.0.113.7' }, trusted)).toBe('');
  });

  const octet = fc.nat(255);
  const stranger = fc.ipV4().filter((address) => !address.startsWith('10.'));
  const proxy = fc.tuple(octet, octet, octet).map((rest) => `10.${rest.join('.')}`);

  it('cannot be forged: nothing that a visitor writes left of the true entry changes it (C185)', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).map((s) => s.replaceAll(',', '')),
        stranger,
        fc.array(proxy, { maxLength: 4 }),
        proxy,
        (forged, address, proxies, peer) => {
          const forwardedFor = [forged, address, ...proxies].join(', ');
          expect(clientAddress({ peer, forwardedFor }, trusted)).toBe(address);
          const forwarded = [address, ...proxies].map((node) => `for=${node}`).join(',');
          expect(clientAddress({ peer, forwarded }, trusted)).toBe(address);
        },
      ),
    );
  });

  it('never throws, and is canonical or empty, for any headers', () => {
    const header = fc.option(fc.string({ unit: 'binary', maxLength: 300 }), { nil: undefined });
    fc.assert(
      fc.property(header, header, header, (peer, forwardedFor, forwarded) => {
        for (const trust of [trusted, nobody, () => true]) {
          const address = clientAddress({ peer: peer ?? '10.0.0.1', forwardedFor, forwarded }, trust);
          expect(canonicalAddress(address)).toBe(address);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a canonical address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:0DB8:0:0::0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::', '::'],
  ])('of %s is %s', (raw, address) => {
    expect(canonicalAddress(raw)).toBe(address);
  });

  it.each([
    '',
    '1',
    '1.2.3',
    '127.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    '256.1.1.1',
    '1.2.3.4.5',
    '1.2.3.4:99999999',
    'g::1',
  ])('of %j does not exist', (raw) => {
    expect(canonicalAddress(raw)).toBe('');
  });

  it('is a fixed point for every IPv4 and IPv6 address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (raw) => {
        const address = canonicalAddress(raw);
        expect(address).not.toBe('');
        expect(canonicalAddress(address)).toBe(address);
      }),
    );
  });
});

describe('TRUSTED_PROXIES', () => {
  it('trusts nobody when empty', () => {
    const { trusted, invalid } = parseTrustedProxies('');
    expect(trusted('127.0.0.1')).toBe(false);
    expect(invalid).toEqual([]);
  });

  it.each([
    ['10.0.0.0/8', '10.255.255.255', '11.0.0.0'],
    ['192.0.2.1', '192.0.2.1', '192.0.2.2'],
    ['192.0.2.77/24', '192.0.2.1', '192.0.3.1'],
    ['2001:db8::/32', '2001:db8:1::1', '2001:db9::1'],
    ['::1', '::1', '::2'],
    ['::ffff:10.0.0.0/104', '10.1.2.3', '11.0.0.1'],
    ['0.0.0.0/0', '8.8.8.8', '::1'],
    ['::/0', '::1', '8.8.8.8'],
  ])('%s trusts %s and not %s', (text, inside, outside) => {
    const { trusted, invalid } = parseTrustedProxies(text);
    expect(invalid).toEqual([]);
    expect(trusted(inside)).toBe(true);
    expect(trusted(outside)).toBe(false);
    expect(trusted('junk')).toBe(false);
  });

  it('matches IPv4 proxies on a dual-stack socket', () => {
    expect(parseTrustedProxies('10.0.0.0/8').trusted('::ffff:10.1.2.3')).toBe(true);
  });

  it('takes commas and spaces, and lists every wrong entry', () => {
    const { trusted, invalid } = parseTrustedProxies(
      ' 10.0.0.1,\n::1 nginx,10.0.0.0/33 ::/129, 1.2.3.4/x 1.2.3.4/8/9 1.2.3.4:80 [::1]:80 ::ffff:10.0.0.0/8',
    );
    expect(trusted('10.0.0.1') && trusted('::1')).toBe(true);
    expect(invalid).toEqual([
      ...['nginx', '10.0.0.0/33', '::/129', '1.2.3.4/x', '1.2.3.4/8/9', '1.2.3.4:80', '[::1]:80'],
      '::ffff:10.0.0.0/8',
    ]);
  });

  it('never throws on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, address) => {
        expect(typeof parseTrustedProxies(text).trusted(address)).toBe('boolean');
      }),
    );
  });
});
