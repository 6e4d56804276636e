import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MailError, type Mail } from './mailer.ts';
import { createPostman, type PostmanOptions } from './postman.ts';

const mail = (to = 'ada@example.com'): Mail => ({ to, subject: 's', text: 't', html: 'h' });
const failure = new MailError('down', false);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A postman whose mailer answers as told, and what it reported. */
function start(send: (mail: Mail) => Promise<void>, options: Partial<PostmanOptions> = {}) {
  const sent = vi.fn(send);
  const reports: string[] = [];
  const report: PostmanOptions['report'] = ({ what }) => reports.push(what);
  const postman = createPostman({ mailer: { send: sent }, report, pausesMs: [10, 100], ...options });
  return { ...postman, sent, reports };
}

describe('the postman (C218)', () => {
  test('returns at once, also while the mailer hangs', () => {
    const { post, sent } = start(() => new Promise(() => undefined));
    post(mail());
    expect(sent).toHaveBeenCalledOnce();
  });

  test('tries a few times with growing pauses, tells of the first failure and of giving up', async () => {
    const { post, sent, reports } = start(() => Promise.reject(failure));
    post(mail());
    await vi.advanceTimersByTimeAsync(9);
    expect(sent).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toHaveBeenCalledTimes(3);
    expect(reports).toEqual(['mail', 'mail (given up)']);
  });

  test('delivers once the mailer is back', async () => {
    let isDown = true;
    const { post, sent, reports } = start(() => (isDown ? Promise.reject(failure) : Promise.resolve()));
    post(mail());
    await vi.advanceTimersByTimeAsync(0);
    isDown = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toHaveBeenCalledTimes(2);
    expect(reports).toEqual(['mail']);
  });

  test('does not try again what the server refused for good', async () => {
    const { post, sent, reports } = start(() => Promise.reject(new MailError('550', true)));
    post(mail());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toHaveBeenCalledOnce();
    expect(reports).toEqual(['mail (given up)']);
  });

  test('sends a few at a time, and keeps a bounded number waiting', () => {
    const { post, sent, reports } = start(() => new Promise(() => undefined), { mostWaiting: 10 });
    for (let i = 0; i < 12; i += 1) post(mail(`a${i}@example.com`));
    expect(sent).toHaveBeenCalledTimes(4);
    expect(reports).toEqual(['mail (given up)', 'mail (given up)']);
  });

  test('at the end tries once more what waits, and takes nothing new', async () => {
    let isDown = true;
    const { post, close, sent } = start(() => (isDown ? Promise.reject(failure) : Promise.resolve()));
    post(mail());
    await vi.advanceTimersByTimeAsync(0);
    isDown = false;
    await close();
    expect(sent).toHaveBeenCalledTimes(2);
    post(mail());
    expect(sent).toHaveBeenCalledTimes(2);
  });

  test('does not wait for ever at the end', async () => {
    const { post, close, reports } = start(() => new Promise(() => undefined));
    post(mail());
    const ended = close(5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    await ended;
    expect(reports).toEqual(['mail (given up)']);
  });
});
