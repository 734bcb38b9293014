import { load } from 'cheerio';

const meaningful =
  'a,h1,h2,h3,h4,h5,h6,p,ul,ol,li,dl,dt,dd,blockquote,pre,code,table,tr,td,th,em,strong,b,i,sup,sub,br,hr,img,form,label,input,textarea,button,fieldset,legend,figcaption,details,summary';
const meaningfulAttributes = ['href', 'src', 'alt', 'name', 'type', 'action', 'method', 'colspan'];

/** Reduces a page to its visible text in meaningful markup: the floor for its weight and its loading time. */
export function renderBarePage(html: string): string {
  const $ = load(html);
  const pageTitle = $('title').text();
  const description = $('meta[name=description]').attr('content') ?? '';
  const $body = $('body');
  $body.find('script, style, template, noscript, svg, source, [hidden]').remove();
  for (const element of $body.find('*').toArray()) {
    const $element = $(element);
    if (!$element.is(meaningful)) {
      $element.replaceWith($element.contents());
      continue;
    }
    for (const name of Object.keys(element.attribs)) {
      if (!meaningfulAttributes.includes(name)) $element.removeAttr(name);
    }
  }
  const text = ($body.html() ?? '').replace(/\s+/g, ' ').replace(/<\/(?:p|li|d[td]|t[rdh])>/g, '');
  return `<!doctype html><meta name=viewport content=width=device-width><title>${pageTitle}</title><meta name=description content="${description}">${text}`;
}
