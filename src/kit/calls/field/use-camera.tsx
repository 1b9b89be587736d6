import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { handPhotos } from '#src/lib/taken-photos.ts'

/**
 * Opens the camera at once, and with the picture the page that says what becomes of it. `input`
 * stands beside the button.
 */
export function useCamera(to: string) {
  const box = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const input = (
    <input
      ref={box}
      type="file"
      accept="image/jpeg,image/png"
      capture="environment"
      hidden
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        target.value = ''
        if (files.length === 0) return
        handPhotos(files)
        void navigate(to)
      }}
    />
  )
  return { input, open: () => box.current?.click() }
}
