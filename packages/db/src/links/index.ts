import type { LinkKey } from '@brevia/core';
import type { Client } from '../client/client.ts';
import { createFind, createFindMade, createFindTaken } from './find.ts';
import { createFindToHost, type HostStep, type LinksToHost } from './find-to-host.ts';
import { createInsert, type InsertResult } from './insert.ts';
import { createInsertMany } from './insert-many.ts';
import type { Link, LinkScope } from './link.ts';
import { createList, type LinkPage, type LinkQuery } from './list.ts';
import type { LinkSlot, NewLink } from './new-link.ts';
import { createPurge, createRestore, createSoftDelete } from './remove.ts';
import { createUpdate, type LinkPatch } from './update.ts';

/** The links of the store. Every change bumps the version and leaves an outbox entry in the same statement. */
export interface Links {
  insert(link: NewLink): Promise<InsertResult>;
  insertMany(links: readonly NewLink[]): Promise<InsertResult[]>;
  find(key: LinkKey): Promise<Link | null>;
  findMade(domain: string, slots: readonly LinkSlot[]): Promise<ReadonlyMap<string, Link>>;
  findTaken(domain: string, codes: readonly string[]): Promise<Set<string>>;
  findToHost(step: HostStep): Promise<LinksToHost>;
  list(query: LinkQuery): Promise<LinkPage>;
  update(key: LinkKey, scope: LinkScope, patch: LinkPatch): Promise<Link | null>;
  softDelete(key: LinkKey, scope: LinkScope): Promise<Link | null>;
  restore(key: LinkKey, scope: LinkScope): Promise<Link | null>;
  purge(before: Date, limit: number): Promise<number>;
}

/** `region` is where this process runs: its relay brings the changes to the caches. */
export function createLinks(client: Client, region: string): Links {
  return {
    insert: createInsert(client, region),
    insertMany: createInsertMany(client, region),
    find: createFind(client),
    findMade: createFindMade(client),
    findTaken: createFindTaken(client),
    findToHost: createFindToHost(client),
    list: createList(client),
    update: createUpdate(client, region),
    softDelete: createSoftDelete(client, region),
    restore: createRestore(client, region),
    purge: createPurge(client, region),
  };
}
