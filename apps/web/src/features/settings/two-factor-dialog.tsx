'use client';

import { useState } from 'react';
import { toast } from '../../components/toast.tsx';
import { encode } from 'uqr';
import { auth } from '../../client/auth.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Field, Input } from '../../components/ui/field.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { authFailureKey } from '../auth/auth-failure.ts';
import { PasswordField } from '../auth/password-field.tsx';
import { matrixPath } from '../links/qr-matrix.ts';

interface Secret {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}
type Step = { at: 'password' } | { at: 'scan'; secret: Secret } | { at: 'codes'; secret: Secret };

/** Turns two-factor on (password, scan and prove, backup codes) or off (password). */
export function TwoFactorDialog({ turnOff, onClose }: { turnOff: boolean; onClose: () => void }) {
  const { t } = useTranslator();
  const [step, setStep] = useState<Step>({ at: 'password' });
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const advance = async (): Promise<void> => {
    if (step.at === 'password' && turnOff) {
      const { error } = await auth.twoFactor.disable({ password: typed });
      if (error !== null)
        return setProblem(t(error.code === 'INVALID_PASSWORD' ? 'password.wrong' : authFailureKey(error)));
      toast.success(t('twoFactor.disabled'));
      onClose();
    } else if (step.at === 'password') {
      const { data, error } = await auth.twoFactor.enable({ password: typed });
      if (error !== null)
        return setProblem(t(error.code === 'INVALID_PASSWORD' ? 'password.wrong' : authFailureKey(error)));
      if (!('totpURI' in data)) return setProblem(t('auth.error.other'));
      setTyped('');
      setStep({ at: 'scan', secret: { totpURI: data.totpURI, backupCodes: data.backupCodes ?? [] } });
    } else if (step.at === 'scan') {
      const { error } = await auth.twoFactor.verifyTotp({ code: typed.replaceAll(/\s/g, '') });
      if (error !== null) return setProblem(t(authFailureKey(error)));
      toast.success(t('twoFactor.done'));
      setStep({ at: 'codes', secret: step.secret });
    } else {
      onClose();
    }
  };
  const submit = () => {
    setProblem(undefined);
    setBusy(true);
    advance()
      .catch(() => setProblem(t('error.network')))
      .finally(() => setBusy(false));
  };
  const label = {
    password: turnOff ? t('twoFactor.disable') : t('twoFactor.continue'),
    scan: t('auth.twoFactor.submit'),
    codes: t('twoFactor.finish'),
  }[step.at];

  return (
    <FormDialog
      title={t('twoFactor.title')}
      submitLabel={label}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
      cancellable={step.at !== 'codes'}
    >
      {step.at === 'password' && (
        <PasswordField
          label={t('twoFactor.password')}
          autoComplete="current-password"
          value={typed}
          onChange={setTyped}
          error={problem}
        />
      )}
      {step.at === 'scan' && (
        <Scan uri={step.secret.totpURI} code={typed} onCode={setTyped} problem={problem} />
      )}
      {step.at === 'codes' && <BackupCodes codes={step.secret.backupCodes} />}
    </FormDialog>
  );
}

interface ScanProps {
  uri: string;
  code: string;
  onCode: (code: string) => void;
  problem: string | undefined;
}

function Scan({ uri, code, onCode, problem }: ScanProps) {
  const { t } = useTranslator();
  const modules = encode(uri, { ecc: 'M', border: 4 }).data;
  const secret = URL.canParse(uri) ? (new URL(uri).searchParams.get('secret') ?? '') : '';
  return (
    <>
      <p className="text-muted">{t('twoFactor.scan')}</p>
      <svg
        role="img"
        aria-label={t('qr.title')}
        viewBox={`0 0 ${modules.length} ${modules.length}`}
        shapeRendering="crispEdges"
        className="mx-auto w-full max-w-52 rounded-xl border border-line"
      >
        <rect width={modules.length} height={modules.length} fill="#ffffff" />
        <path d={matrixPath(modules)} fill="#101411" />
      </svg>
      <div>
        <p className="text-[0.8125rem] text-muted">{t('twoFactor.secret')}</p>
        <p className="mt-1 flex items-center gap-1">
          <code className="font-mono text-[0.8125rem] break-all">{secret}</code>
          <CopyButton text={secret} label={`${t('common.copy')}: ${t('twoFactor.secret')}`} />
        </p>
      </div>
      <Field label={t('auth.twoFactor.code')} error={problem}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            value={code}
            onChange={(event) => onCode(event.target.value)}
            className="max-w-40 font-mono tracking-widest"
          />
        )}
      </Field>
    </>
  );
}

function BackupCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslator();
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{t('twoFactor.backup')}</h3>
      <p className="text-muted">{t('twoFactor.backup.text')}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border border-line bg-background p-4 font-mono text-[0.8125rem]">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton
        text={codes.join('\n')}
        label={`${t('common.copy')}: ${t('twoFactor.backup')}`}
        withText
        className="justify-self-start"
      />
    </div>
  );
}
