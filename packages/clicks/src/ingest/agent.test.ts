import { describe, expect, it } from 'vitest';
import { createAgentReader, readAgent } from './agent.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 13_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; SM-G973F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0 Mobile Safari/537.36';

describe('what a user agent tells', () => {
  it.each([
    'Twitterbot/1.0',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'WhatsApp/2.23.20.0 A',
    'TelegramBot (like TwitterBot)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'Mastodon/4 (http.rb)',
    'curl/8.5.0',
  ])('takes the preview of a posted link for a bot (C117, C120): %s', (userAgent) => {
    expect(readAgent(userAgent).kind).toBe('bot');
  });

  it.each(['', '   '])('takes a client that says nothing for a bot: "%s"', (userAgent) => {
    expect(readAgent(userAgent)).toEqual({ kind: 'bot', browser: '', os: '', device: '' });
  });

  it('keeps image proxies of mail providers apart from people and bots (C143)', () => {
    const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
    expect(readAgent(gmail).kind).toBe('proxy');
    expect(readAgent('YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html').kind).toBe(
      'proxy',
    );
  });

  it('names the app of a browser inside an app (C139)', () => {
    expect(readAgent(`${ANDROID} Instagram 185.0.0.38.116 Android`)).toEqual({
      kind: 'human',
      browser: 'Instagram',
      os: 'Android',
      device: 'mobile',
    });
    expect(readAgent(`${IPHONE} Instagram 159.0.0.28.123`)).toMatchObject({
      browser: 'Instagram',
      os: 'iOS',
      device: 'mobile',
    });
    expect(readAgent(`${IPHONE} [FBAN/FBIOS;FBDV/iPhone11,8]`).browser).toBe('Facebook');
  });

  it('counts an iPad that sends the user agent of a Mac as a Mac (C140)', () => {
    const iPad =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0.1 Safari/605.1.15';
    expect(readAgent(iPad)).toEqual({ kind: 'human', browser: 'Safari', os: 'macOS', device: 'desktop' });
  });

  it('is remembered, and forgotten again, with the same cells each time', () => {
    const cells = createAgentReader(2);
    const agents = ['curl/8', ANDROID, IPHONE, 'Twitterbot/1.0', 'curl/8', ANDROID];
    for (const agent of agents) {
      expect(cells(agent)).toBe(JSON.stringify(Object.values(readAgent(agent))).slice(1, -1));
    }
  });
});
