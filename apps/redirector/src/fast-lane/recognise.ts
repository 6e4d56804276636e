import type { ClickSpans } from '../capture/headers.ts';
import { HOST_CHARACTERS } from '../slow-lane/request-headers.ts';

/** A request that is whole and beyond doubt plain. The recogniser uses one object again and again: read it at once. */
export interface PlainRequest extends ClickSpans {
  readonly code: string;
  /** Something follows the question mark: a link that forwards queries has another answer then. */
  readonly hasQuery: boolean;
}

const LONGEST = 8_192;
const CR = 13;
const LF = 10;
const SPACE = 32;
const COLON = 58;
const ONE = 49;
const QUESTION_MARK = 63;
const VERSION = Buffer.from(' HTTP/1.1\r\n');
const TILDE = 126;
const HIGH_BITS = 0x8080_8080 | 0;

/** Bytes of a token (RFC 9110, 5.6.2), of a code or alias, and of a query (RFC 3986, 3.4: escapes are not looked at). */
const TOKEN = table("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
const CODE = table('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_');
const HOST = table(HOST_CHARACTERS);
const QUERY = table("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?%");

function table(characters: string): Uint8Array {
  const bytes = new Uint8Array(256);
  for (const character of characters) bytes[character.charCodeAt(0)] = 1;
  return bytes;
}

/**
 * Reads a chunk as `GET /{code}[?query] HTTP/1.1` with complete, harmless header lines and nothing before or after, or declines
 * (null): then `node:http` reads it. It may only decline, never guess, so whatever is odd, doubled, empty or has a
 * meaning for framing, the connection or speculation is declined; a test holds both lanes against each other.
 * One pass over the bytes, about 1 ns each; the only string that it makes is the code.
 */
export function createRecogniser(): (chunk: Buffer) => PlainRequest | null {
  const found = {
    code: '',
    hasQuery: false,
    userAgentAt: 0,
    userAgentEnd: 0,
    referrerAt: 0,
    referrerEnd: 0,
    languageAt: 0,
    languageEnd: 0,
    forwardedForAt: 0,
    forwardedForEnd: 0,
    forwardedAt: 0,
    forwardedEnd: 0,
    noTrack: false,
  };

  return (chunk) => {
    const length = chunk.length;
    if (length < 20 || length > LONGEST || chunk[length - 1] !== LF) return null;
    if (chunk[0] !== 71 || chunk[1] !== 69 || chunk[2] !== 84 || chunk[3] !== SPACE || chunk[4] !== 47)
      return null;
    let i = 5;
    while (CODE[chunk[i]!] === 1) i += 1;
    const codeEnd = i;
    if (chunk[i] === QUESTION_MARK) {
      i += 1;
      while (QUERY[chunk[i]!] === 1) i += 1;
    }
    const targetEnd = i;
    for (let j = 0; j < VERSION.length; j += 1, i += 1) if (chunk[i] !== VERSION[j]) return null;
    const words = new DataView(chunk.buffer, chunk.byteOffset, length);
    const wordsEnd = length - 3;

    // No header may stand there twice. Ends of values are never 0, since a value of no bytes is declined.
    let hosts = 0;
    let connections = 0;
    let dntEnd = 0;
    let gpcEnd = 0;
    let noTrack = false;
    found.userAgentAt = found.userAgentEnd = 0;
    found.referrerAt = found.referrerEnd = 0;
    found.languageAt = found.languageEnd = 0;
    found.forwardedForAt = found.forwardedForEnd = 0;
    found.forwardedAt = found.forwardedEnd = 0;

    for (;;) {
      const nameAt = i;
      let byte = chunk[i]!;
      if (byte === CR) break;
      while (TOKEN[byte] === 1) byte = chunk[(i += 1)]!;
      if (byte !== COLON || i === nameAt) return null;
      const nameLength = i - nameAt;
      i += 1;
      while (chunk[i]! === SPACE) i += 1;
      const valueAt = i;
      while (i < wordsEnd && arePlain(words.getInt32(i, true))) i += 4;
      byte = chunk[i]!;
      while (byte >= SPACE && byte <= TILDE) byte = chunk[(i += 1)]!;
      if (byte !== CR || chunk[i + 1] !== LF) return null;
      if (i === valueAt || chunk[i - 1] === SPACE) return null;

      switch (nameLength) {
        case 3:
          if (!isName(chunk, nameAt, 'dnt')) break;
          if (dntEnd > 0) return null;
          dntEnd = i;
          noTrack ||= i - valueAt === 1 && chunk[valueAt] === ONE;
          break;
        case 4:
          if (!isName(chunk, nameAt, 'host')) break;
          hosts += 1;
          for (let j = valueAt; j < i; j += 1) if (HOST[chunk[j]!] !== 1) return null;
          break;
        case 5:
          if (isName(chunk, nameAt, 'x-moz')) return null;
          break;
        case 6:
          if (isName(chunk, nameAt, 'expect')) return null;
          break;
        case 7:
          if (isName(chunk, nameAt, 'referer')) {
            if (found.referrerEnd > 0) return null;
            found.referrerAt = valueAt;
            found.referrerEnd = i;
          } else if (isName(chunk, nameAt, 'sec-gpc')) {
            if (gpcEnd > 0) return null;
            gpcEnd = i;
            noTrack ||= i - valueAt === 1 && chunk[valueAt] === ONE;
          } else if (isName(chunk, nameAt, 'upgrade') || isName(chunk, nameAt, 'purpose')) return null;
          break;
        case 9:
          if (isName(chunk, nameAt, 'forwarded')) {
            if (found.forwardedEnd > 0) return null;
            found.forwardedAt = valueAt;
            found.forwardedEnd = i;
          } else if (isName(chunk, nameAt, 'x-purpose')) return null;
          break;
        case 10:
          if (isName(chunk, nameAt, 'user-agent')) {
            if (found.userAgentEnd > 0) return null;
            found.userAgentAt = valueAt;
            found.userAgentEnd = i;
          } else if (isName(chunk, nameAt, 'connection')) {
            // What HTTP/1.1 means without it; browsers say it all the same.
            if (i - valueAt !== 10 || !isName(chunk, valueAt, 'keep-alive')) return null;
            connections += 1;
          }
          break;
        case 11:
          if (isName(chunk, nameAt, 'sec-purpose')) return null;
          break;
        case 14:
          if (isName(chunk, nameAt, 'content-length')) return null;
          break;
        case 15:
          if (isName(chunk, nameAt, 'accept-language')) {
            if (found.languageEnd > 0) return null;
            found.languageAt = valueAt;
            found.languageEnd = i;
          } else if (isName(chunk, nameAt, 'x-forwarded-for')) {
            if (found.forwardedForEnd > 0) return null;
            found.forwardedForAt = valueAt;
            found.forwardedForEnd = i;
          }
          break;
        case 16:
          if (isName(chunk, nameAt, 'proxy-connection')) return null;
          break;
        case 17:
          if (isName(chunk, nameAt, 'transfer-encoding')) return null;
          break;
        default:
      }
      i += 2;
    }
    if (chunk[i + 1] !== LF || i + 2 !== length || hosts !== 1 || connections > 1) return null;

    found.code = chunk.toString('latin1', 5, codeEnd);
    found.hasQuery = targetEnd > codeEnd + 1;
    found.noTrack = noTrack;
    return found;
  };
}

/** Whether each of four bytes is visible ASCII or a blank: none has its high bit, is below a blank, or is DEL. */
function arePlain(word: number): boolean {
  return ((word | (word - 0x2020_2020) | (word + 0x0101_0101)) & HIGH_BITS) === 0;
}

/** Whether the token at `at` is `name` (letters, digits, hyphens), in any case; all bytes there are visible ASCII. */
function isName(bytes: Buffer, at: number, name: string): boolean {
  for (let i = 0; i < name.length; i += 1) {
    if ((bytes[at + i]! | 0x20) !== name.charCodeAt(i)) return false;
  }
  return true;
}
