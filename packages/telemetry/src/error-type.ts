const WORD = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** The code of an error, or its name: words of programs, which hold no value that somebody has sent. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, name } = error as Error & { code?: unknown };
  if (typeof code === 'string' && WORD.test(code)) return code;
  return WORD.test(name) ? name : 'Error';
}
