import type { LinkKey } from '@brevia/core';
import type { Params } from './run.ts';

/** Which rows a series is about: a link, or all links of a workspace. Constants of ours but for the bound values. */
export interface SeriesSubject {
  /** The roll-up by day, and the condition on it. */
  readonly rollUp: 'link_day' | 'owner_day';
  readonly condition: string;
  /**
   * The condition on tables that are sorted by link, raw clicks among them.
   * @param days the condition on `day` that names the UTC days in question
   */
  readonly links: (days: string) => string;
  /**
   * Whether visitors of up to 7 days by day are put together from quarters of an hour, and of a cut quarter from raw clicks: a
   * workspace may have too many links.
   */
  readonly hasExactVisitors: boolean;
  readonly params: Params;
}

export function subjectOfLink(link: LinkKey): SeriesSubject {
  const condition = 'domain = {domain:String} AND code = {code:String}';
  return {
    rollUp: 'link_day',
    condition,
    links: () => condition,
    hasExactVisitors: true,
    params: { domain: link.domain, code: link.code },
  };
}

/** Raw clicks do not lie together by workspace: its links of those days are looked up first, or all clicks would be read. */
export function subjectOfWorkspace(owner: string): SeriesSubject {
  return {
    rollUp: 'owner_day',
    condition: 'owner = {owner:String}',
    links: (days) =>
      `(domain, code) GLOBAL IN (SELECT domain, code FROM owner_link_day WHERE owner = {owner:String} AND ${days})`,
    hasExactVisitors: false,
    params: { owner },
  };
}
