import DOMPurify from 'dompurify'
import { useMemo } from 'react'

/**
 * HTML that people wrote, cleaned again on this side: the server's cleaning is not trusted twice.
 */
export default function SafeHtml({ html }: { html: string }) {
  const clean = useMemo(
    () =>
      DOMPurify.sanitize(html, {
        USE_PROFILES: { html: true },
        FORBID_TAGS: ['style', 'form', 'input', 'button'],
        FORBID_ATTR: ['style', 'class', 'id'],
      }),
    [html],
  )
  return <div className="safe-html" dangerouslySetInnerHTML={{ __html: clean }} />
}
