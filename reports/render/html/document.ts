/** The HTML document around a page. It fetches nothing; its content policy allows only its own script and style, by their hashes. */
import { createHash } from 'node:crypto';
import { html, type Markup, trusted } from '../../text/html.ts';

export interface Page {
  readonly title: string;
  /** Constant text of this program, inserted without escaping. */
  readonly style: string;
  readonly script: string;
  readonly body: Markup;
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = ({ style, script }: Page): Markup =>
  trusted(
    `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`,
  );

/** The whole file; ends with a newline. */
export const documentHtml = (page: Page): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(page)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<style>${trusted(page.style)}</style>
</head>
<body>
${page.body}
<script>${trusted(page.script)}</script>
</body>
</html>
`);
