import { expect, test } from 'vitest'
import { signRequest } from '#server/files/s3-client.ts'

// The examples of the documentation of S3, whose keys are public.
const keys = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const amzDate = '20130524T000000Z'

async function signatureOf(path: string, headers: Record<string, string> = {}) {
  const url = new URL(path, 'https://examplebucket.s3.amazonaws.com')
  const signed = await signRequest({ method: 'GET', url, headers }, keys, amzDate)
  return signed.authorization?.split('Signature=')[1]
}

test('signs requests like the examples in the documentation of S3', async () => {
  expect(await signatureOf('/test.txt', { range: 'bytes=0-9' })).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
  expect(await signatureOf('/?lifecycle')).toBe('fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543')
  expect(await signatureOf('/?max-keys=2&prefix=J')).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})

// In the canonical form this query is list-type=2&prefix=a%2Fb%20c%27s, whose signature follows from the specification.
test.each(["/?prefix=a/b c's&list-type=2", '/?list-type=2&prefix=a%2Fb+c%27s'])(
  'signs the query %s in its canonical form: sorted by name and percent-encoded',
  async (path) => {
    expect(await signatureOf(path)).toBe('20fe148a4ea2d4d07ce23d19915999ed584888576710e3320c3b75f4803f88f0')
  },
)

test('signs the announced hash of a body that it has not read, and its length', async () => {
  const url = new URL('https://examplebucket.s3.amazonaws.com/key')
  const sha256 = 'a'.repeat(64)
  const signed = await signRequest({ method: 'PUT', url, headers: { 'content-length': '9' }, sha256 }, keys, amzDate)
  expect(signed).toMatchObject({ 'content-length': '9', host: url.host, 'x-amz-content-sha256': sha256 })
  expect(signed.authorization).toContain('SignedHeaders=content-length;host;x-amz-content-sha256;x-amz-date')
})
