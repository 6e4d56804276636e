/** Where an installation can run: `local` is one box, the others share the world's codes between them (CODE-2). */
export const REGIONS = ['local', 'us-east', 'eu-west', 'ap-southeast'] as const;
export type Region = (typeof REGIONS)[number];
