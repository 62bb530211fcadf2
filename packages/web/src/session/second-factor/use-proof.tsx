import '../../messages/en/second-factor.ts'
import type { FactorProof, PasskeyChallenge } from '@cooperage/contract'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import layout from '../../shared/layout.module.css'
import { answerWithPasskey } from './passkeys.ts'

type ProofKind = FactorProof['kind']

interface Proof {
  /** The fields in which the visitor gives a factor. */
  fields: React.ReactNode
  /** Why there is none yet. */
  missing: string | undefined
  /** Asks the browser for the passkey if it's one. `challenge`: the call for what it has to sign. @throws ApiError */
  collect: (challenge: () => Promise<PasskeyChallenge>) => Promise<FactorProof>
}

/** One of the factors of an account, which of them the visitor chooses. */
export function useProof(kinds: readonly ProofKind[]): Proof {
  const t = useTexts('secondFactor')
  const [chosen, setChosen] = useState<ProofKind>()
  const [code, setCode] = useState('')
  const kind = kinds.find((one) => one === chosen) ?? kinds[0]
  const choose = (other: ProofKind) => {
    setCode('')
    setChosen(other)
  }
  const field =
    kind === undefined || kind === 'passkey' ? (
      <p className={layout.note}>{t(kind === undefined ? 'noneHere' : 'passkeyHint')}</p>
    ) : (
      <TextInput
        key={kind}
        label={t(kind === 'totp' ? 'code' : 'recoveryCode')}
        description={t(kind === 'totp' ? 'codeHint' : 'recoveryHint')}
        name="code"
        dir="ltr"
        autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
        inputMode={kind === 'totp' ? 'numeric' : 'text'}
        spellCheck={false}
        maxLength={64}
        autoFocus
        data-autofocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    )
  const others = kinds.filter((other) => other !== kind)
  return {
    fields: (
      <>
        {field}
        {others.length > 0 && (
          <div className={layout.row}>
            {others.map((other) => (
              <Button key={other} variant="subtle" size="compact-sm" onClick={() => choose(other)}>
                {t(`use.${other}`)}
              </Button>
            ))}
          </div>
        )}
      </>
    ),
    missing:
      kind === undefined ? t('noneHere') : kind !== 'passkey' && code.trim() === '' ? t('codeMissing') : undefined,
    async collect(challenge) {
      if (kind === undefined) throw new Error('submitted without a factor')
      if (kind !== 'passkey') return { kind, code }
      const asked = await challenge()
      return { kind, challenge: asked.challenge, answer: await answerWithPasskey(asked) }
    },
  }
}
