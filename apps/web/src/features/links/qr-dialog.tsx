'use client';

import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { encode } from 'uqr';
import { CopyButton } from '../../components/copy-button.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { judgeColors, matrixPath, svgFile } from './qr-matrix.ts';
import { saveFile } from './save-file.ts';
import { withoutScheme } from './target-text.ts';

const PNG_PIXELS = 1024;

interface Props {
  url: string;
  onClose: () => void;
}

/** A QR code in two colours of choice, to look at or to download. */
export function QrDialog({ url, onClose }: Props) {
  const { t } = useTranslator();
  const [dots, setDots] = useState('#101411');
  const [ground, setGround] = useState('#ffffff');
  // Quiet zone of four modules, as ISO/IEC 18004 wants it; M survives 15 % of damage on print.
  const modules = useMemo(() => encode(url, { ecc: 'M', border: 4 }).data, [url]);
  const verdict = judgeColors(dots, ground);
  const name = `brevia-${withoutScheme(url).replace(/[^\w-]+/g, '-')}`;

  const savePng = () => {
    const canvas = document.createElement('canvas');
    const unit = Math.max(1, Math.floor(PNG_PIXELS / modules.length));
    canvas.width = canvas.height = unit * modules.length;
    const context = canvas.getContext('2d');
    if (context === null) return;
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = dots;
    context.scale(unit, unit);
    context.fill(new Path2D(matrixPath(modules)));
    canvas.toBlob((blob) => {
      if (blob !== null) saveFile(`${name}.png`, blob);
    });
  };
  const saveSvg = () =>
    saveFile(`${name}.svg`, new Blob([svgFile(modules, dots, ground)], { type: 'image/svg+xml' }));

  return (
    <Dialog title={t('qr.title')} description={withoutScheme(url)} onClose={onClose}>
      <DialogBody className="grid justify-items-center gap-5">
        <svg
          role="img"
          aria-label={t('qr.alt', { url: withoutScheme(url) })}
          viewBox={`0 0 ${modules.length} ${modules.length}`}
          shapeRendering="crispEdges"
          className="w-full max-w-64 rounded-xl border border-line"
        >
          <rect width={modules.length} height={modules.length} fill={ground} />
          <path d={matrixPath(modules)} fill={dots} />
        </svg>
        <div className="flex gap-6">
          <ColorInput label={t('qr.foreground')} value={dots} onChange={setDots} />
          <ColorInput label={t('qr.background')} value={ground} onChange={setGround} />
        </div>
        <p aria-live="polite" className="text-[0.8125rem] text-warning empty:hidden">
          {verdict === 'low-contrast' ? t('qr.lowContrast') : verdict === 'inverted' ? t('qr.inverted') : ''}
        </p>
      </DialogBody>
      <DialogFooter>
        <CopyButton text={url} label={`${t('common.copy')} ${url}`} withText className="mr-auto" />
        <Button onClick={savePng}>
          <Download aria-hidden className="size-4 max-sm:hidden" />
          {t('qr.png')}
        </Button>
        <Button variant="primary" onClick={saveSvg}>
          <Download aria-hidden className="size-4 max-sm:hidden" />
          {t('qr.svg')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function ColorInput(props: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="flex items-center gap-2.5 text-[0.8125rem] font-medium">
      <input
        type="color"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        className="size-9 cursor-pointer rounded-lg border border-line-strong bg-surface p-1"
      />
      {props.label}
    </label>
  );
}
