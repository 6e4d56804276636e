import { cn } from '../ui/cn.ts';

/** The mark is a breve, the sign over a short vowel. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={cn('size-7 shrink-0', className)}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M8 11c0 5 3.4 9 8 9s8-4 8-9"
        fill="none"
        className="stroke-on-accent"
        strokeWidth="3.6"
        strokeLinecap="round"
      />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2', className)}>
      <LogoMark />
      <span className="text-[1.0625rem] font-semibold tracking-tight">Brevia</span>
    </span>
  );
}
