import { useTranslation } from 'react-i18next'
import type { Corporation } from '#contract/account/tenant.ts'
import { FieldPicture } from '#src/ui/FieldPicture.tsx'

const year = new Date().getFullYear()
type Face = Pick<Corporation, 'logo' | 'loginTitle' | 'subTitle' | 'copyright'>

/** The sign-in page in small, as visitors of the tenant's own domain see it. */
export function SignInPreview({ face, caption }: { face: Face; caption: string }) {
  const { t } = useTranslation('sign-in')
  return (
    <figure className="corporation-preview">
      <div className="corporation-preview-page">
        <div className="corporation-preview-view">
          <FieldPicture />
          <div className="corporation-preview-brand">
            <p>
              <img src={face.logo ?? '/favicon.svg'} alt="" width={20} height={20} />
              <b>{face.loginTitle || t('brand')}</b>
            </p>
            <p>{face.subTitle || t('subTitle')}</p>
          </div>
        </div>
        <div className="corporation-preview-side">
          <div className="corporation-preview-form" aria-hidden="true">
            <i />
            <i />
            <b />
          </div>
          <small>{face.copyright || t('copyright', { year })}</small>
        </div>
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
