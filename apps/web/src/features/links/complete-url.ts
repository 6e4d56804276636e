/**
 * People type `example.com/page`: put https before what looks like a host with a dot. Everything else stays as typed,
 * for the server to judge.
 */
export function completeUrl(raw: string): string {
  const typed = raw.trim();
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(typed)) return typed;
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#].*)?$/u.test(typed) ? `https://${typed}` : typed;
}
