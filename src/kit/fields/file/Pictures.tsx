import { Image } from 'antd'
import { resized } from '#contract/file/file-calls.ts'

/** Pictures that open large, one after another. */
export default function Pictures({ urls, alt }: { urls: readonly string[]; alt: string }) {
  return (
    <Image.PreviewGroup items={[...urls]}>
      <span className="kit-pictures">
        {urls.map((url, at) => (
          <Image
            key={url}
            className="kit-picture"
            src={resized(url)}
            alt={urls.length > 1 ? `${alt} ${at + 1}` : alt}
          />
        ))}
      </span>
    </Image.PreviewGroup>
  )
}
