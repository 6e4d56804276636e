'use client';

import { Switch as Radix } from 'radix-ui';
import { useId, type ReactNode } from 'react';

interface Props {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

/** An on/off setting with its label at the left and the switch at the right. */
export function Switch({ checked, onCheckedChange, label, hint, disabled }: Props) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="grid gap-0.5">
        <label htmlFor={id} className="text-[0.8125rem] font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-[0.8125rem] text-faint">
            {hint}
          </p>
        )}
      </div>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled ?? false}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="relative mt-0.5 h-5 w-9 shrink-0 rounded-full bg-line-strong transition-colors data-[state=checked]:bg-accent disabled:opacity-50"
      >
        <Radix.Thumb className="block size-4 translate-x-0.5 rounded-full bg-white shadow-low transition-transform data-[state=checked]:translate-x-4.5 dark:data-[state=checked]:bg-on-accent" />
      </Radix.Root>
    </div>
  );
}
