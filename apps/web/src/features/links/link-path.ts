/** The page of a link. */
export const linkPath = (code: string): string => `/links/${encodeURIComponent(code)}`;
