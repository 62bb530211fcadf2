import type { NewAuthenticator } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { encode } from 'uqr'
import { useTexts } from '../../messages/use-texts.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import layout from '../../shared/layout.module.css'
import classes from '../session.module.css'

interface AppSecretProps {
  made: NewAuthenticator
  code: string
  onCode: (code: string) => void
}

/** The secret of an authenticator app, to scan or to type, and the code that proves that the app has it. */
export function AppSecret({ made, code, onCode }: AppSecretProps) {
  const t = useTexts('secondFactor')
  return (
    <>
      <p className={layout.note}>{t('app.scan')}</p>
      <QrCode text={made.address} label={t('app.image')} />
      <TextInput
        label={t('app.secret')}
        dir="ltr"
        classNames={{ input: classes.code ?? '' }}
        value={made.secret}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        rightSection={<CopyButton text={made.secret} what={t('app.secret')} />}
      />
      <TextInput
        label={t('code')}
        description={t('app.confirm')}
        name="code"
        dir="ltr"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={16}
        autoFocus
        data-autofocus
        value={code}
        onChange={(event) => onCode(event.currentTarget.value)}
      />
    </>
  )
}

/** Cells around the code, which scanners need. */
const MARGIN = 4

function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: MARGIN })
    const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { path: cells.join(''), size }
  }, [text])
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
