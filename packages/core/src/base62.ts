const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;
const THREE_DIGITS = BASE ** 3;

/** Length of every generated code (CODE-1). */
export const CODE_LENGTH = 7;

/** How many codes there are: 62^7 = 3,521,614,606,208, which a Number holds exactly. */
export const CODE_SPACE = BASE ** CODE_LENGTH;

// Pairs by table: three look-ups and one digit a code instead of seven divisions of a double.
const PAIRS = Array.from(DIGITS, (high) => Array.from(DIGITS, (low) => high + low)).flat();
const VALUE_OF = new Int8Array(128).fill(-1);
for (let i = 0; i < BASE; i++) VALUE_OF[DIGITS.charCodeAt(i)] = i;

/** The 7 digits of an integer in [0, CODE_SPACE), most significant first, with leading zeros. */
export function toBase62(value: number): string {
  const high = Math.floor(value / THREE_DIGITS);
  const low = value - high * THREE_DIGITS;
  const lowPair = low % (BASE * BASE);
  const highPair = (high / (BASE * BASE)) | 0;
  return (
    PAIRS[highPair]! +
    PAIRS[high - highPair * BASE * BASE]! +
    DIGITS[(low - lowPair) / (BASE * BASE)]! +
    PAIRS[lowPair]!
  );
}

/** The integer that 7 digits stand for, or -1 where the text is not exactly that. */
export function fromBase62(text: string): number {
  if (text.length !== CODE_LENGTH) return -1;
  let value = 0;
  for (let i = 0; i < CODE_LENGTH; i++) {
    const digit = VALUE_OF[text.charCodeAt(i)] ?? -1;
    if (digit < 0) return -1;
    value = value * BASE + digit;
  }
  return value;
}
