import { TextInput } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { guidePath } from '../navigation/paths/pages.ts'
import { CopyButton } from '../shared/CopyButton.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { WarningNote } from '../shared/WarningNote.tsx'

/** The key of an archive that was saved: nothing shows it again. */
export function KeyDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const t = useTexts('supportTools')
  return (
    <ModalForm
      title={t('inspect.saved')}
      submitLabel={t('inspect.close')}
      hasOneButton
      isKeptOpen
      isWide
      onSubmit={onClose}
      onClose={onClose}
    >
      <WarningNote>{t('inspect.keyNote')}</WarningNote>
      {[
        { label: t('inspect.file'), value: name },
        { label: t('inspect.key'), value: secret },
      ].map(({ label, value }) => (
        <TextInput
          key={label}
          label={label}
          value={value}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          rightSection={<CopyButton text={value} what={label} />}
        />
      ))}
      <p>
        {t('inspect.how')}{' '}
        <AppLink to={guidePath('monitoring')} target="_blank">
          {t('inspect.guide')}
        </AppLink>
      </p>
    </ModalForm>
  )
}
