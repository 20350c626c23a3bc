export default function Stub() {
  return <main>x</main>
}
