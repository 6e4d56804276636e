import type { MemberActor } from '../actor.ts';
import type { Call } from '../context.ts';
import { toLinkDto } from './dto.ts';
import { findOwnLink } from './own.ts';
import type { LinkCodeInput, LinkDto } from './schema.ts';

/** @throws BreviaError not_found, forbidden */
export async function getLink({ ctx, input }: Call<LinkCodeInput, MemberActor>): Promise<LinkDto> {
  return toLinkDto(await findOwnLink(ctx, input.code), ctx);
}
