'use client';

import type { ReactNode, Ref, SyntheticEvent } from 'react';
import { useTranslator } from '../i18n/provider.tsx';
import { Button } from './ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from './ui/dialog.tsx';

interface Props {
  title: string;
  submitLabel: string;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** False where there is no way back any more. */
  cancellable?: boolean;
  formRef?: Ref<HTMLFormElement>;
  children: ReactNode;
}

/** A dialog around a form: a press outside does not close it, and while it is busy it is not sent again. */
export function FormDialog({
  title,
  submitLabel,
  busy,
  onSubmit,
  onClose,
  cancellable = true,
  formRef,
  children,
}: Props) {
  const { t } = useTranslator();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // A portal is still a child in React's tree: a form around it must not be sent along.
    event.stopPropagation();
    if (!busy) onSubmit();
  };
  return (
    <Dialog sticky title={title} onClose={onClose}>
      <form ref={formRef} onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="grid content-start gap-5">{children}</DialogBody>
        <DialogFooter>
          {cancellable && <Button onClick={onClose}>{t('common.cancel')}</Button>}
          <Button type="submit" variant="primary" busy={busy}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
