/** The outcome of reading something from outside: the value in its one canonical form, or what to tell the caller. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

export function accept<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function refuse(code: string, message: string): Parsed<never> {
  return { ok: false, error: { code, message } };
}
