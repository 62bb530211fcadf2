import type { loginCustomToken, loginGarage } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiMutation } from '../shared/api/use-api.ts'
import layout from '../shared/layout.module.css'
import { FailureBanner } from './Banner.tsx'
import classes from './session.module.css'
import { TokenField } from './TokenField.tsx'
import { useSignedIn } from './use-session.ts'

interface TokenLoginProps {
  /** Why the visitor is here. */
  notice: ReactNode
  /** What the tokens are called. */
  name: string
  route: typeof loginCustomToken | typeof loginGarage
}

/** Signs in with a token of the storage server's identity plugin, or of its administration. */
export function TokenLogin({ notice, name, route }: TokenLoginProps) {
  const t = useTexts('session')
  const [token, setToken] = useState('')
  const signedIn = useSignedIn()
  const signIn = useApiMutation(route, { onSuccess: signedIn, gcTime: 0 })
  const isBusy = signIn.isPending || signIn.isSuccess

  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ body: { token: token.trim() } })
  }

  return (
    <form className={layout.form} onSubmit={submit}>
      <h1 className={layout.heading}>{t('formTitle')}</h1>
      {signIn.error ? <FailureBanner error={signIn.error} /> : notice}
      <TokenField name={name} value={token} onChange={setToken} />
      <Button
        type="submit"
        fullWidth
        size="md"
        loading={isBusy}
        disabled={token.trim() === '' || isBusy}
        className={classes.submit}
      >
        {t('login')}
      </Button>
    </form>
  )
}
