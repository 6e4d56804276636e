/** What a click takes from its request, as the slow lane has it; '' for a header that is not there. */
export interface ClickHeaders {
  readonly userAgent: string;
  readonly referrer: string;
  readonly language: string;
  readonly forwardedFor: string;
  readonly forwarded: string;
  readonly noTrack: boolean;
}

/** The same as the fast lane has it: where each value begins and ends in the request; twice the same number for none. */
export interface ClickSpans {
  readonly userAgentAt: number;
  readonly userAgentEnd: number;
  readonly referrerAt: number;
  readonly referrerEnd: number;
  readonly languageAt: number;
  readonly languageEnd: number;
  readonly forwardedForAt: number;
  readonly forwardedForEnd: number;
  readonly forwardedAt: number;
  readonly forwardedEnd: number;
  readonly noTrack: boolean;
}

/** Bytes of each that the thread needs, so that hostile headers cannot fill a batch. */
export const LONGEST = { userAgent: 512, referrer: 2_048, language: 256, chain: 1_024 } as const;
