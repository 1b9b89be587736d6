import { createElement, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'

type Icon = ComponentType<Record<string, unknown>>
const unsaid = { role: undefined, 'aria-label': undefined, 'aria-hidden': true }

/** An icon of the library that is read out by a word in the reader's language. */
export function saidIcon(Icon: Icon, word: string) {
  const Said = (props: object) => {
    const { t } = useTranslation('common')
    return createElement(Icon, { 'aria-label': t(`icons.${word}`), ...props })
  }
  return Object.assign(Said, { isSaid: true })
}
/** One that says nothing that does not stand beside it. */
export const silentIcon = (Icon: Icon) => (props: object) =>
  createElement(Icon, { ...unsaid, ...props })
