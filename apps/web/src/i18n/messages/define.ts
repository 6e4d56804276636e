/** One area's texts in every language; a text that is missing or left over in French does not compile. */
export function define<const English extends Record<string, string>>(
  en: English,
  fr: { readonly [Key in keyof English]: string },
) {
  return { en, fr };
}
