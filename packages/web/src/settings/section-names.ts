import { LISTED_SECTIONS } from '@cooperage/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** The names of sections: those of the specification, or the server's own. */
export function useSectionName(): (section: string) => string {
  const { t } = useTranslation('settings')
  return useCallback(
    (section) => {
      const listed = LISTED_SECTIONS.find((one) => one === section)
      return listed === undefined ? section : t(`sections.names.${listed}`)
    },
    [t],
  )
}
