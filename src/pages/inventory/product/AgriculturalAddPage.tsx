import AgriculturalProduct from './AgriculturalProduct.tsx'

export default function AgriculturalAddPage() {
  return <AgriculturalProduct kind="create" />
}
