import { readFileSync } from 'node:fs';
import { Reader, type CountryResponse } from 'mmdb-lib';

export interface Countries {
  /** ISO 3166-1 alpha-2, '' where it is not known. Never throws. */
  of(address: string): string;
  /** Failed look-ups, and a database that could not be read. */
  errors(): number;
}

/** Shape of the default database (ip-location-db) beside MaxMind's. */
type Answer = CountryResponse & { readonly country_code?: string };

const COUNTRY = /^[A-Z]{2}$/;

/**
 * The country of an address from an mmdb file, MaxMind's shape or ip-location-db's. A missing, cut or broken file costs
 * the country and is counted, never a redirect (C114). A null path means that the operator wants none: nothing is tried (C255).
 */
export function openCountries(path: string | null, onError: (error: Error) => void): Countries {
  let errors = 0;
  if (path === null) return { of: () => '', errors: () => 0 };
  const failed = (error: unknown): void => {
    errors += 1;
    // The first one says it all: a broken file fails at every click.
    if (errors === 1) onError(error instanceof Error ? error : new Error(String(error)));
  };
  let reader: Reader<Answer> | undefined;
  try {
    // Some 250 records at as many places: each is decoded once (1.2 us a look-up without, 0.7 with).
    reader = new Reader<Answer>(readFileSync(path), { cache: new Map<number, object>() });
  } catch (error) {
    failed(error);
  }
  return {
    of(address) {
      if (reader === undefined || address === '') return '';
      try {
        const answer = reader.get(address);
        const code = answer?.country?.iso_code ?? answer?.country_code ?? '';
        return COUNTRY.test(code) ? code : '';
      } catch (error) {
        failed(error);
        return '';
      }
    },
    errors: () => errors,
  };
}
