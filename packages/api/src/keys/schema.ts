import { z } from 'zod';
import { SCOPES, type Scope } from '../actor.ts';
import { instant, text } from '../fields.ts';

export const createApiKeyInput = z.strictObject({
  name: text(100).min(1),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .transform((scopes) => [...new Set(scopes)]),
  expiresAt: instant.nullish(),
});
export type CreateApiKeyInput = z.output<typeof createApiKeyInput>;

export const revokeApiKeyInput = z.strictObject({ id: z.uuid() });
export type RevokeApiKeyInput = z.output<typeof revokeApiKeyInput>;

/** A key as lists show it: never the secret, only its first characters. */
export interface ApiKeyDto {
  readonly id: string;
  readonly name: string;
  /** First characters of the secret, to tell keys apart. */
  readonly start: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** The only answer that ever holds the secret (API-1). */
export interface CreatedApiKey extends ApiKeyDto {
  readonly secret: string;
}
