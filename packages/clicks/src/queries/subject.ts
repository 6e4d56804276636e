import type { LinkKey } from '@brevia/core';
import type { Params } from './run.ts';

/** Which rows a question is about: a link, or all links of a workspace. Constants of ours but for the bound values. */
export interface SeriesSubject {
  /** The roll-up by UTC day, and the one that holds the visitors of each hour. */
  readonly days: 'link_day' | 'owner_day';
  readonly hours: 'link_hour' | 'owner_hour';
  /** The condition on both. */
  readonly condition: string;
  /**
   * The condition on raw clicks.
   * @param days the condition on `day` that names the UTC days in question
   */
  readonly links: (days: string) => string;
  /** Whether raw clicks lie together, so that a question may read a few of them: a workspace has too many links. */
  readonly hasClicks: boolean;
  readonly params: Params;
}

export function subjectOfLink(link: LinkKey): SeriesSubject {
  const condition = 'domain = {domain:String} AND code = {code:String}';
  return {
    days: 'link_day',
    hours: 'link_hour',
    condition,
    links: () => condition,
    hasClicks: true,
    params: { domain: link.domain, code: link.code },
  };
}

/** For a series by minute a workspace's links of those days are looked up first, or all clicks would be read. A code may have had other owners. */
export function subjectOfWorkspace(owner: string): SeriesSubject {
  return {
    days: 'owner_day',
    hours: 'owner_hour',
    condition: 'owner = {owner:String}',
    links: (days) =>
      `owner = {owner:String} AND (domain, code) GLOBAL IN (SELECT domain, code FROM owner_link_day WHERE owner = {owner:String} AND ${days})`,
    hasClicks: false,
    params: { owner },
  };
}
