import type { KeyboardEvent } from 'react'

/** Enter that only ends a composition. Some input methods end it first and send keyCode 229 after (docs/specification.md 4.10). */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) =>
  nativeEvent.isComposing || keyCode === 229
