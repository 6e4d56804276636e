'use client';

import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { inputStyle } from '../../components/ui/field.tsx';
import { cn } from '../../components/ui/cn.ts';

const PAUSE_MS = 250;

interface Props {
  label: string;
  /** Gets what was typed, after a short pause. */
  onSearch: (text: string) => void;
}

export function SearchField({ label, onSearch }: Props) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  return (
    <div className="relative mb-4">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={cn(inputStyle, 'h-9 pl-9')}
      />
    </div>
  );
}
