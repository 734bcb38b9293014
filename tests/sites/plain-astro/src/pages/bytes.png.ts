export const GET = () => new Response(Uint8Array.from([137, 80, 78, 71, 0, 255]));
