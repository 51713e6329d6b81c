/** A receiver that verifies the signature over the raw bytes, in each of four languages: the duties of `receiving-webhooks.md` in short. */
export const RECEIVERS = [
  {
    language: 'JavaScript',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';

const secret = process.env.WEBHOOK_SECRET ?? ''; // Anyone can sign under an empty one.
if (!/^whsec_[A-Za-z0-9+/]{22,}={0,2}$/.test(secret)) throw new Error('WEBHOOK_SECRET is not set');
express()
  .post('/hook', express.raw({ type: '*/*', limit: '1mb' }), (request, response) => {
    const parts = (request.get('Service-Signature') ?? '').split(',').map((part) => part.split('='));
    const time = parts.find(([name]) => name === 't')?.[1] ?? '';
    const expected = createHmac('sha256', secret)
      .update(time + '.').update(request.body).digest();
    const genuine = Math.abs(Date.now() / 1000 - Number(time)) < 300 && parts.some(([name, value = '']) => {
      const given = Buffer.from(value, 'hex');
      return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
    if (!genuine) return response.sendStatus(401);
    handle(JSON.parse(request.body)); // once for each event id
    response.sendStatus(200);
  })
  .listen(3000);`,
  },
  {
    language: 'Python',
    code: `import hashlib, hmac, os, re, time
from flask import Flask, request

app = Flask(__name__)
secret = os.environ["WEBHOOK_SECRET"]  # Anyone can sign under an empty one.
if not re.fullmatch(r"whsec_[A-Za-z0-9+/]{22,}={0,2}", secret):
    raise ValueError("WEBHOOK_SECRET is not set")

@app.post("/hook")
def hook():
    parts = [part.partition("=") for part in request.headers.get("Service-Signature", "").split(",")]
    signed_at = next((value for name, _, value in parts if name == "t"), "0")
    signed = signed_at.encode() + b"." + request.get_data()
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    fresh = signed_at.isdigit() and abs(time.time() - int(signed_at)) < 300
    if not fresh or not any(n == "v1" and hmac.compare_digest(v, expected) for n, _, v in parts):
        return "", 401
    handle(request.get_json())  # once for each event id
    return "", 200`,
  },
  {
    language: 'Java',
    code: `@PostMapping("/hook")
ResponseEntity<Void> hook(@RequestBody byte[] rawBody, @RequestHeader("Service-Signature") String header)
        throws GeneralSecurityException {
    // WebhookSignature, which fails without a secret: see "Verify first" in the documentation.
    long now = Instant.now().getEpochSecond();
    if (!WebhookSignature.isGenuine(rawBody, header, System.getenv("WEBHOOK_SECRET"), now))
        return ResponseEntity.status(401).build();
    handle(rawBody); // once for each event id
    return ResponseEntity.ok().build();
}`,
  },
  {
    language: 'Shell',
    code: `# Verifies a saved delivery by hand: body.json, and its Service-Signature header in $header.
signed_at=$(printf '%s' "$header" | tr ',' '\\n' | sed -n 's/^t=//p' | head -n 1)
expected=$({ printf '%s.' "$signed_at" && cat body.json; } |
  openssl dgst -sha256 -hmac "\${WEBHOOK_SECRET:?is not set}" -r | cut -d ' ' -f 1)
printf '%s' "$header" | tr ',' '\\n' | grep -qx "v1=$expected" && echo genuine`,
  },
] as const;
