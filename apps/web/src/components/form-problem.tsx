import { CircleAlert } from 'lucide-react';

/** What is wrong with a form as a whole; said aloud when it appears. */
export function FormProblem({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {text !== undefined && (
        <p className="flex items-start gap-2 rounded-lg bg-danger-soft px-3 py-2.5 text-[0.8125rem] text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
