'use client';

import { geoEqualEarth, geoPath } from 'd3-geo';
import codes from 'i18n-iso-countries/codes.json';
import { useMemo } from 'react';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import world from 'world-atlas/countries-110m.json';
import { useTranslator } from '../../i18n/provider.tsx';
import { countryName } from './names.ts';
import { SMALL_COUNTRIES } from './small-countries.ts';

const WIDTH = 800;
const HEIGHT = 400;
/** The atlas names countries by their ISO 3166-1 number, clicks by alpha-2. */
const ALPHA2 = new Map(codes.map(([alpha2, , numeric]) => [numeric, alpha2]));

function draw() {
  const topology = world as unknown as Topology<{ countries: GeometryCollection }>;
  const all = feature(topology, topology.objects.countries).features.filter(({ id }) => id !== '010');
  const shape = { type: 'FeatureCollection' as const, features: all };
  const projection = geoEqualEarth().fitSize([WIDTH, HEIGHT], shape);
  const path = geoPath(projection).digits(1);
  return {
    countries: all.map((country, index) => ({
      key: index,
      code: ALPHA2.get(String(country.id)) ?? '',
      path: path(country) ?? '',
    })),
    dots: SMALL_COUNTRIES.flatMap(([code, longitude, latitude]) => {
      const place = projection([longitude, latitude]);
      return place === null ? [] : [{ code, x: place[0], y: place[1] }];
    }),
  };
}

interface Props {
  rows: readonly { readonly countryCode: string; readonly clicks: number }[];
}

/** Where clicks come from; the shade grows with the square root, so that small countries stay visible beside big ones. */
export default function WorldMap({ rows }: Props) {
  const { t, plural, locale } = useTranslator();
  const drawing = useMemo(draw, []);
  const clicks = new Map(rows.map((row) => [row.countryCode, row.clicks]));
  const most = Math.max(1, ...rows.map((row) => row.clicks));
  const shade = (code: string): number => {
    const count = clicks.get(code) ?? 0;
    return count === 0 ? 0 : 0.2 + 0.8 * Math.sqrt(count / most);
  };
  const title = (code: string) => (
    <title>{`${countryName(locale, code)}: ${plural('analytics.clicks', clicks.get(code) ?? 0)}`}</title>
  );
  return (
    <svg
      role="img"
      aria-label={t('analytics.map')}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block w-full"
    >
      {drawing.countries.map(({ key, code, path }) => {
        const strength = shade(code);
        return (
          <path
            key={key}
            d={path}
            className={
              strength > 0
                ? 'fill-accent stroke-surface hover:fill-accent-strong'
                : 'fill-land stroke-surface'
            }
            strokeWidth="0.6"
            {...(strength > 0 && { fillOpacity: strength })}
          >
            {strength > 0 && title(code)}
          </path>
        );
      })}
      {drawing.dots
        .filter(({ code }) => shade(code) > 0)
        .map(({ code, x, y }) => (
          <circle
            key={code}
            cx={x}
            cy={y}
            r="3.5"
            fillOpacity={shade(code)}
            className="fill-accent stroke-surface"
          >
            {title(code)}
          </circle>
        ))}
    </svg>
  );
}
