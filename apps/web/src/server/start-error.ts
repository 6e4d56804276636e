/** What stops the start, in words for the operator. */
export class StartError extends Error {}
