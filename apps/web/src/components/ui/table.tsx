import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface Props {
  /** For screen readers. */
  caption: string;
  /** The cells of the head, `ColumnHead` each. */
  head: ReactNode;
  /** Of the head's row: the distances of its cells. */
  headClassName: string;
  /** The rows. */
  children: ReactNode;
}

export function Table({ caption, head, headClassName, children }: Props) {
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr
          className={cn(
            'border-b border-line text-left text-xs text-faint [&>th]:font-medium',
            headClassName,
          )}
        >
          {head}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">{children}</tbody>
    </table>
  );
}

/** @param hidden said by screen readers only */
export function ColumnHead(props: { className?: string; hidden?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={props.className}>
      {props.hidden === true ? <span className="sr-only">{props.children}</span> : props.children}
    </th>
  );
}
