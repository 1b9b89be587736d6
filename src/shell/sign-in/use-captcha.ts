import { useRef, useState } from 'react'
import { captchaCode, captchaImage, userParams } from '#src/api/public-calls.ts'
import { call } from '#src/api/call.ts'

/** Whether a name must solve a captcha, and the captcha itself. */
export function useCaptcha() {
  const [key, setKey] = useState<string | null>(null)
  const [isNeeded, setIsNeeded] = useState(false)
  const asked = useRef({ name: '', answer: Promise.resolve(false) })

  async function refresh(): Promise<void> {
    const answer = await call(captchaCode, {}, { quiet: true }).catch(() => null)
    setKey(answer?.captchaKey ?? null)
  }

  async function fetchNeed(name: string): Promise<boolean> {
    try {
      const { isNeedCaptcha } = await call(userParams, { username: name }, { quiet: true })
      // Somebody typed another name meanwhile: this answer is about nobody.
      if (asked.current.name !== name) return false
      setIsNeeded(isNeedCaptcha)
      if (isNeedCaptcha) await refresh()
      return isNeedCaptcha
    } catch {
      if (asked.current.name === name) asked.current = { name: '', answer: Promise.resolve(false) }
      return false
    }
  }

  /**
   * Asks once per name: Enter in the field also leaves it. `again` after a failure, when the answer
   * may have changed.
   */
  function ask(name: string, again = false): Promise<boolean> {
    if (!name) return Promise.resolve(false)
    if (again || asked.current.name !== name) {
      asked.current.name = name
      asked.current.answer = fetchNeed(name)
    }
    return asked.current.answer
  }
  return { key, isNeeded, image: key && captchaImage + encodeURIComponent(key), ask, refresh }
}
