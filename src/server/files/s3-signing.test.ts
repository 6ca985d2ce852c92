import { expect, test } from 'vitest'
import { emptySha256, queryText, signedHeaders } from '#server/files/s3-signing.ts'

// The examples of the documentation of S3, whose keys are public.
const keys = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const now = new Date('2013-05-24T00:00:00Z')
const asked = {
  method: 'GET',
  host: 'examplebucket.s3.amazonaws.com',
  path: '/',
  query: {},
  headers: {},
  sha256: emptySha256,
}
const signatureOf = (changes: Partial<typeof asked>) =>
  signedHeaders({ ...asked, ...changes }, keys, now).authorization?.split('Signature=')[1]

test('requests are signed as the documentation of S3 signs them', () => {
  expect(signatureOf({ path: '/test.txt', headers: { range: 'bytes=0-9' } })).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
  expect(signatureOf({ query: { lifecycle: '' } })).toBe(
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  )
  expect(signatureOf({ query: { 'max-keys': '2', prefix: 'J' } })).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})

test('a query is written by name, and everything in it encoded', () => {
  expect(queryText({ prefix: "a/b c's", 'list-type': '2' })).toBe('list-type=2&prefix=a%2Fb%20c%27s')
})
