import { checkAlias } from '../links/check-alias.ts';
import { createLink } from '../links/create.ts';
import { createLinks } from '../links/create-many.ts';
import { deleteLink } from '../links/delete.ts';
import { getLink } from '../links/get.ts';
import { listLinks } from '../links/list.ts';
import { restoreLink } from '../links/restore.ts';
import {
  checkAliasInput,
  createLinkInput,
  createLinksInput,
  linkCodeInput,
  listLinksInput,
  updateLinkInput,
} from '../links/schema.ts';
import { updateLink } from '../links/update.ts';
import { t } from './init.ts';
import { memberProcedure, openProcedure } from './procedures.ts';

const read = memberProcedure.meta({ scope: 'links:read' });
const write = memberProcedure.meta({ scope: 'links:write' });
const openWrite = openProcedure.meta({ scope: 'links:write' });

export const linkRouter = t.router({
  create: openWrite.input(createLinkInput).mutation(createLink),
  createMany: openWrite.input(createLinksInput).mutation(createLinks),
  get: read.input(linkCodeInput).query(getLink),
  list: read.input(listLinksInput).query(listLinks),
  update: write.input(updateLinkInput).mutation(updateLink),
  delete: write.input(linkCodeInput).mutation(deleteLink),
  restore: write.input(linkCodeInput).mutation(restoreLink),
  checkAlias: read.input(checkAliasInput).query(checkAlias),
});
