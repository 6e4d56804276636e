/** Where the publishing thread's code is: in the sources in development, beside the bundle in production. */
export function threadFile(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./thread-from-source.mjs', import.meta.url)
    : new URL('./publish-thread.js', import.meta.url);
}
