/** Next answers it with the page for what does not exist. */
const NO_PAGE = '/_not-found';

/**
 * What Next is asked for. A path with a malformed percent escape leads to no page; Next itself would fail on it where the
 * path has a parameter (`/links/%`) and answer 500 (C049).
 */
export function pageUrl(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return NO_PAGE;
  }
}
