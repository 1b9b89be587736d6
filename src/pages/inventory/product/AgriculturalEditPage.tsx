import AgriculturalProduct from './AgriculturalProduct.tsx'

export default function AgriculturalEditPage() {
  return <AgriculturalProduct kind="edit" />
}
