'use client';

import type { AdminUser } from '@brevia/api';
import { useState } from 'react';
import { failureText, fieldText } from '../../client/failure-text.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { Field, Input } from '../../components/ui/field.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import type { UserDeed } from './user-deeds.ts';
import { useUserDeed } from './use-user-deed.ts';

interface Props {
  deed: UserDeed;
  user: AdminUser;
  onClose: () => void;
}

/** Says what is about to happen to an account, and does it. */
export function UserDialog({ deed, user, onClose }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const [reason, setReason] = useState('');
  const { perform, busy, failure } = useUserDeed(deed, user, onClose);
  const reasonProblem = fieldText(translator, failure, 'reason');
  const submit = () => perform(reason.trim());
  return (
    <Dialog
      title={t(`admin.users.${deed}.title`, { name: user.name })}
      description={user.email}
      onClose={onClose}
      sticky={busy || reason !== ''}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) submit();
        }}
        className="flex min-h-0 flex-1 flex-col"
      >
        <DialogBody className="grid content-start gap-5">
          <p className="text-muted">{t(`admin.users.${deed}.text`)}</p>
          {deed === 'suspend' && (
            <Field
              label={t('admin.users.suspend.reason')}
              optional={t('common.optional')}
              hint={t('admin.users.suspend.reason.hint')}
              error={reasonProblem}
            >
              {(control) => (
                <Input
                  {...control}
                  autoFocus
                  maxLength={500}
                  autoComplete="off"
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
              )}
            </Field>
          )}
          <FormProblem
            text={
              failure === null || reasonProblem !== undefined ? undefined : failureText(translator, failure)
            }
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            variant={deed === 'suspend' || deed === 'demote' ? 'danger' : 'primary'}
            busy={busy}
          >
            {t(`admin.users.${deed}`)}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
