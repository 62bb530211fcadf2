import { testKmsKey } from '@cooperage/contract'
import { useEffect } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiMutation } from '../shared/api/use-api.ts'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { StateMark } from '../shared/StateMark.tsx'
import { plainName } from '../shared/text/visible-name.ts'

/** Has the KMS encrypt and decrypt with a key, and says what works. */
export function TestKeyDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useTexts('kms')
  const test = useApiMutation(testKmsKey)
  const { mutate, data } = test
  useEffect(() => mutate({ params: { key: name } }), [mutate, name])
  const failed = data?.encryptionError || data?.decryptionError
  return (
    <ModalForm
      title={t('test.title', { name: plainName(name) })}
      submitLabel={t('test.again')}
      closeLabel={t('test.close')}
      call={test}
      isErrorKept
      onSubmit={() => mutate({ params: { key: name } })}
      onClose={onClose}
    >
      <p>{t('test.what')}</p>
      <div role="status" className={layout.stack}>
        {data && (
          <>
            <Outcome label={t('test.encryption')} error={data.encryptionError} />
            {data.encryptionError === '' && <Outcome label={t('test.decryption')} error={data.decryptionError} />}
            {failed && <p className={layout.note}>{t('test.consequence')}</p>}
          </>
        )}
      </div>
    </ModalForm>
  )
}

function Outcome({ label, error }: { label: string; error: string }) {
  const t = useTexts('kms')
  return (
    <div>
      {label} <StateMark tone={error === '' ? 'good' : 'bad'} text={error === '' ? t('test.works') : t('test.fails')} />
      {error !== '' && <p className={layout.note}>{error}</p>}
    </div>
  )
}
