'use client';

import { Segments } from '../../components/ui/segments.tsx';
import { Select } from '../../components/ui/select.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { granularitiesOf, RANGE_NAMES } from './ranges.ts';
import type { StatsChoice } from './use-choice.ts';

interface Props {
  choice: StatsChoice;
  onChange: (part: Partial<StatsChoice>) => void;
}

/** Range, granularity, and whose clicks. */
export function StatsControls({ choice, onChange }: Props) {
  const { t } = useTranslator();
  const granularities = granularitiesOf(choice.range);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={t('analytics.range')}
        value={choice.range}
        className="max-sm:min-w-36 max-sm:flex-1"
        onChange={(event) => {
          const range = RANGE_NAMES.find((name) => name === event.target.value);
          const usual = range === undefined ? undefined : granularitiesOf(range)[0];
          if (range !== undefined && usual !== undefined) onChange({ range, granularity: usual });
        }}
      >
        {RANGE_NAMES.map((range) => (
          <option key={range} value={range}>
            {t(`analytics.range.${range}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('analytics.granularity')}
        value={choice.granularity}
        disabled={granularities.length === 1}
        className="max-sm:min-w-36 max-sm:flex-1"
        onChange={(event) => {
          const granularity = granularities.find((name) => name === event.target.value);
          if (granularity !== undefined) onChange({ granularity });
        }}
      >
        {granularities.map((granularity) => (
          <option key={granularity} value={granularity}>
            {t(`analytics.granularity.${granularity}`)}
          </option>
        ))}
      </Select>
      <Segments
        label={t('analytics.bots')}
        value={choice.bots}
        onChange={(bots) => onChange({ bots })}
        className="max-sm:w-full max-sm:[&>button]:flex-1"
        options={[
          { value: 'exclude', label: t('analytics.bots.exclude') },
          { value: 'include', label: t('analytics.bots.include') },
          { value: 'only', label: t('analytics.bots.only') },
        ]}
      />
    </div>
  );
}
