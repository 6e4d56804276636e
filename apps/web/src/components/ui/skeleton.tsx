import { cn } from './cn.ts';

/** Stands where content will come; hidden from readers, who hear the region's `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-shimmer rounded-md bg-line', className)} />;
}
